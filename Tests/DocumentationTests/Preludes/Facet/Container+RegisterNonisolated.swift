final class Clock {}
