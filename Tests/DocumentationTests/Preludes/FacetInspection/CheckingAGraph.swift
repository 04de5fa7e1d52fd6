final class Mailer {}
