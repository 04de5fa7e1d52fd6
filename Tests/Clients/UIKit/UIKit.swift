// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
@_exported import Foundation

/// Stands in for the module of that name: the declarations of it that the samples use.
@MainActor open class UIResponder {
  public init() {}
}

open class UIScene: UIResponder {
  public final class ConnectionOptions {}
}

@MainActor public final class UISceneSession {}
open class UIWindowScene: UIScene {}

@MainActor public protocol UISceneDelegate: AnyObject {
  func scene(_ scene: UIScene, willConnectTo session: UISceneSession, options: UIScene.ConnectionOptions)
  func sceneDidDisconnect(_ scene: UIScene)
}

@MainActor public protocol UIWindowSceneDelegate: UISceneDelegate {
  var window: UIWindow? { get set }
}

open class UIWindow: UIResponder {
  public var rootViewController: UIViewController?
  public init(windowScene: UIWindowScene) {}
  public func makeKeyAndVisible() {}
}

open class UIViewController: UIResponder {
  public init(nibName: String?, bundle: Bundle?) {}
  public required init?(coder: NSCoder) {}
  public func show(_ controller: UIViewController, sender: Any?) {}
}

@MainActor public final class UIStoryboard {
  public init(name: String, bundle: Bundle?) {}
  public func instantiateViewController<Controller: UIViewController>(
    identifier: String, creator: ((NSCoder) -> Controller?)? = nil
  ) -> Controller { fatalError("There is no storyboard") }
}
