// Made by units/generate from the names in Sources/GatherAPI/Interfaces.
// A file's checksum is here so that another content is compiled anew.

FILE_OF_LIST("Account.varlink", Account_varlink) // 2991444085 11434
FILE_OF_LIST("Club.varlink", Club_varlink) // 1235319492 6578
FILE_OF_LIST("Gather.varlink", Gather_varlink) // 3089311690 52532
FILE_OF_LIST("History.varlink", History_varlink) // 3757933547 13682
FILE_OF_LIST("Players.varlink", Players_varlink) // 2098526395 10760
FILE_OF_LIST("Remote.varlink", Remote_varlink) // 1050354632 2032
FILE_OF_LIST("Service.varlink", Service_varlink) // 791344358 949
FILE_OF_LIST("Submitter.varlink", Submitter_varlink) // 3101252796 6381
