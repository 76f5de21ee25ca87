import GatherMQTT

Assembly.run(Array(CommandLine.arguments.dropFirst()))
