// Made by units/generate from the names in Sources/GatherAPI/Interfaces.
// A file's checksum is here so that another content is compiled anew.

FILE_OF_LIST("Account.varlink", Account_varlink) // 3568622450 11619
FILE_OF_LIST("Club.varlink", Club_varlink) // 3131551790 6566
FILE_OF_LIST("Gather.varlink", Gather_varlink) // 2505566738 52841
FILE_OF_LIST("History.varlink", History_varlink) // 1476021907 13717
FILE_OF_LIST("Players.varlink", Players_varlink) // 2040825484 10929
FILE_OF_LIST("Remote.varlink", Remote_varlink) // 1050354632 2032
FILE_OF_LIST("Service.varlink", Service_varlink) // 365200521 948
FILE_OF_LIST("Submitter.varlink", Submitter_varlink) // 3390539004 6379
