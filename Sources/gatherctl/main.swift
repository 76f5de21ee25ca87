import GatherControl
import Glibc

exit(Assembly.run(Array(CommandLine.arguments.dropFirst())).rawValue)
