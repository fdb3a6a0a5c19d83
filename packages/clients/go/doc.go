// Package myelin drives Myelin sessions from Go.
//
// [Spawn] starts a server of its own and owns that process until [Client.Close]; [Connect] speaks to one on a socket, and
// comes back when the connection is lost. A [Session] runs prompts and says everything that happens as events. A program
// can interfere as a plugin does: veto tool calls with [Session.OnToolCall], rewrite what a model is shown with
// [Session.OnContext], hook any other point with [Session.On], and offer tools with [Client.RegisterTool].
//
// A session waits for whoever takes its events: what a loop has not taken is bounded in memory, and nothing is lost. Answers,
// hooks and tools need no loop to go on.
//
// Handlers run on goroutines of their own and may call back into the session. Every wait ends with an answer, with
// the context that was passed in, or with the connection. Errors of this package are [*Error]; match them by code, as
// in errors.Is(err, [CodeDisconnected]).
package myelin
