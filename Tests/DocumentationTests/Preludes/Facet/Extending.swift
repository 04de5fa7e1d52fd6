final class Inbox {}
