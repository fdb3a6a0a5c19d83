// Package myelin drives Myelin sessions from Go.
//
// [Spawn] starts a server of its own and owns that process until [Client.Close]. A [Session] runs prompts and says
// everything that happens as events. A program can interfere as a plugin does: veto tool calls with
// [Session.OnToolCall], rewrite what a model is shown with [Session.OnContext], and offer tools with
// [Client.RegisterTool].
//
// Handlers run on goroutines of their own and may call back into the session. Every wait ends with an answer, with
// the context that was passed in, or with the connection. Errors of this package are [*Error]; match them by code, as
// in errors.Is(err, [CodeDisconnected]).
package myelin
