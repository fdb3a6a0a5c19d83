package myelin

import (
	"context"
	"encoding/json"
	"fmt"
)

// The protocol versions that this package understands, both included.
const (
	minProtocol = 1
	maxProtocol = 1
)

func (c *Client) initialize(ctx context.Context, connection *connection) error {
	params := InitializeParams{
		ClientInfo:      ClientInfo{Name: c.options.name},
		ProtocolVersion: VersionWindow{Min: minProtocol, Max: maxProtocol},
	}
	if c.options.ask != nil {
		params.Capabilities = map[string]any{"ui": true}
	}
	call, err := connection.begin(ctx, "initialize", params, nil)
	if err != nil {
		return err
	}
	raw, err := call.wait(ctx)
	if err != nil {
		return err
	}
	server, err := readServer(raw)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.server = server
	connection.limit.Store(server.Limits.MaxFrameBytes)
	return nil
}

// readServer looks at the version first: a server of another one may say everything else otherwise.
func readServer(raw json.RawMessage) (server InitializeResult, err error) {
	if err := checkVersion(raw); err != nil {
		return server, err
	}
	if err := decodeAnswer("initialize", raw, &server); err != nil {
		return server, err
	}
	if server.Limits.MaxFrameBytes <= 0 {
		return server, &Error{
			Code:    CodeInvalidAnswer,
			Message: fmt.Sprintf("initialize was answered with %.200s: limits.maxFrameBytes is %d, which no message fits", raw, server.Limits.MaxFrameBytes),
		}
	}
	return server, nil
}

// checkVersion leaves an answer without a version to those who read it whole.
func checkVersion(raw json.RawMessage) error {
	var said struct{ ProtocolVersion, ServerInfo json.RawMessage }
	var version *int64
	if json.Unmarshal(raw, &said) != nil || json.Unmarshal(said.ProtocolVersion, &version) != nil || version == nil {
		return nil
	}
	upgrade := ""
	switch {
	case *version < minProtocol:
		upgrade = "the server"
	case *version > maxProtocol:
		upgrade = "this client"
	default:
		return nil
	}
	var info struct{ Name string }
	server := "the server"
	if json.Unmarshal(said.ServerInfo, &info) == nil && info.Name != "" {
		server += fmt.Sprintf(" %.100s", info.Name)
	}
	return &Error{
		Code: CodeVersionMismatch,
		Message: fmt.Sprintf("this client speaks protocol versions %d to %d, %s chose %d; upgrade %s",
			minProtocol, maxProtocol, server, *version, upgrade),
	}
}
