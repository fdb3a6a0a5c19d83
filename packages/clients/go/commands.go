package myelin

import "context"

// Commands lists what a person may ask of the session by name.
func (s *Session) Commands(ctx context.Context) ([]CommandInfo, error) {
	answer, err := request[CommandList](ctx, s.client, "commands/list", s.params())
	return answer.Commands, err
}

// RunCommand runs a command with what was typed behind its name; the end of ctx aborts it. An action is done when it is answered; a
// prompt is answered with its text, to be prompted with. Errors: COMMAND_NOT_FOUND, COMMAND_FAILED.
func (s *Session) RunCommand(ctx context.Context, name, args string) (CommandResult, error) {
	return request[CommandResult](ctx, s.client, "commands/run", CommandRunParams{SessionID: s.id, Name: name, Args: unlessZero(args)})
}
