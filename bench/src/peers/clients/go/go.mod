module myelin.dev/go/count

go 1.23

require myelin.dev/go v0.0.0

replace myelin.dev/go => ../../../../../packages/clients/go
