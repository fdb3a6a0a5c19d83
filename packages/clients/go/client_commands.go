package myelin

import (
	"context"
	"encoding/json"
	"fmt"
	"time"
)

// Command is something that a person asks for by name.
type Command struct {
	// Name is lower-case words joined by "-", "_" or ":".
	Name string
	// Description tells a person what it does.
	Description string
	// ArgumentHint says to a person what belongs behind its name.
	ArgumentHint string
	// Template makes it a prompt, which the server makes: $ARGUMENTS stands for all that was typed behind the name, $1 to $9
	// for its words, $$ for a dollar. Run is not called then.
	Template string
	// Limit is what Run may take; 0 is no limit.
	Limit time.Duration
	// Run does it and answers a text to show, or "" for nothing. An error or a panic is told to whoever ran it. ctx ends when
	// nobody waits for it any longer.
	Run func(ctx context.Context, call CommandCall) (string, error)
}

// CommandCall is one call of a command of this program.
type CommandCall struct {
	SessionID string
	// Args is all that was typed behind the name.
	Args string
}

// RegisterCommand offers a command in all sessions of this client. It returns at once: the next prompt waits until the command
// is in force, and fails with HOOK_REJECTED if the server refused it. remove takes the command back.
func (c *Client) RegisterCommand(command Command) (remove func()) {
	return c.registerCommand(nil, command)
}

// RegisterCommand offers a command in this session; the rest is as in [Client.RegisterCommand].
func (s *Session) RegisterCommand(command Command) (remove func()) {
	return s.client.registerCommand(s, command)
}

func (c *Client) registerCommand(session *Session, command Command) (remove func()) {
	params := CommandsRegisterParams{Commands: []ClientCommand{command.told()}}
	pending, key := &c.pending, scopedName{name: command.Name}
	if session != nil {
		pending, params.SessionID, key.sessionID = &session.pending, &session.id, session.id
	}
	c.commands.add(key, &command)
	one := &offer{what: "command", sessionID: key.sessionID, id: command.Name, params: params, pending: pending}
	return c.offer(one, func() bool { return c.commands.holds(key, &command) }, func() { c.commands.remove(key, &command) })
}

// told is the command as the server is told of it.
func (command Command) told() ClientCommand {
	told := ClientCommand{Name: command.Name, Description: command.Description}
	if command.ArgumentHint != "" {
		told.ArgumentHint = &command.ArgumentHint
	}
	if command.Template != "" {
		told.Template = &command.Template
	}
	if command.Limit != 0 {
		told.TimeoutMs = ptr(wholeMs(command.Limit))
	}
	return told
}

// executeCommand answers the server; a command that fails is an error, which the server tells to whoever ran it.
func (c *Client) executeCommand(ctx context.Context, params json.RawMessage) (answer any, failed *failure) {
	var asked CommandExecuteParams
	if err := json.Unmarshal(params, &asked); err != nil {
		return nil, invalidParams("command/execute", err)
	}
	command := c.commands.find(asked.SessionID, asked.Name)
	if command == nil || command.Run == nil {
		return nil, invalidParams("command/execute", fmt.Errorf("no command is registered as %q that runs", asked.Name))
	}
	defer func() {
		if panicked := recover(); panicked != nil {
			answer, failed = nil, commandFailed(fmt.Sprintf("panic: %v", panicked))
		}
	}()
	text, err := command.Run(ctx, CommandCall{SessionID: asked.SessionID, Args: asked.Args})
	if err != nil {
		return nil, commandFailed(err.Error())
	}
	if text == "" {
		return CommandAnswer{}, nil
	}
	return CommandAnswer{Text: &text}, nil
}

func commandFailed(message string) *failure {
	return &failure{RPCDomain, CodeCommandFailed, message}
}
