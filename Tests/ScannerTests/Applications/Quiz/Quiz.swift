import Resolver

protocol Questions {}
protocol Scores {}
final class RemoteQuestions: Questions {
  init(network: Network) {}
}

final class Network {}
final class LocalScores: Scores {}
final class Sounds {}
final class Round {
  init(questions: Questions, scores: Scores) {}
}

extension Resolver: ResolverRegistering {
  public static func registerAllServices() {
    register { Network() }.scope(.application)
    register { RemoteQuestions(network: resolve()) }.implements(Questions.self)
    register { LocalScores() as Scores }
    register(name: "loud") { Sounds() }
    registerRounds()
  }

  private static func registerRounds() {
    register { Round(questions: resolve(), scores: resolve()) }
  }
}

final class QuizModel {
  @Injected var round: Round
  @LazyInjected var scores: Scores
  @Injected(name: "loud") var sounds: Sounds
  private lazy var questions: Questions = Resolver.resolve()
}
