final class Client {}
