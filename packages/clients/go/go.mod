module myelin.dev/go

go 1.23
