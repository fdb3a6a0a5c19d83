package myelin

import (
	"context"
	"encoding/json"
	"fmt"
)

// Models lists the models to choose from.
func (c *Client) Models(ctx context.Context) (ModelList, error) {
	return request[ModelList](ctx, c, "models/list", nil)
}

// Plugins lists the plugins of the server in load order, this program among them once it registered something.
func (c *Client) Plugins(ctx context.Context) ([]PluginInfo, error) {
	answer, err := request[PluginList](ctx, c, "plugins/list", nil)
	return answer.Plugins, err
}

// LoadPlugin loads a plugin from the absolute path of a file or folder. Its code runs in the server. One that could not be
// set up is answered as failed, with its error.
func (c *Client) LoadPlugin(ctx context.Context, path string) (PluginInfo, error) {
	answer, err := request[PluginResult](ctx, c, "plugins/load", PluginLoadParams{Path: path})
	return answer.Plugin, err
}

// ReloadPlugin takes a plugin out and loads it again from where it came.
func (c *Client) ReloadPlugin(ctx context.Context, name string) (PluginInfo, error) {
	answer, err := request[PluginResult](ctx, c, "plugins/reload", PluginParams{Name: name})
	return answer.Plugin, err
}

// UnloadPlugin takes a plugin out, with all it registered.
func (c *Client) UnloadPlugin(ctx context.Context, name string) error {
	return do(ctx, c, "plugins/unload", PluginParams{Name: name})
}

// Settings is what is set in the settings file of whoever runs the server, under a key (the names of its members from the top,
// joined by dots) or, for "", all of it. Secrets are "***".
func (c *Client) Settings(ctx context.Context, key string) (SettingsValue, error) {
	return request[SettingsValue](ctx, c, "settings/get", SettingsGetParams{Key: unlessZero(key)})
}

// SetSetting changes the settings file; nil takes a setting away. What makes no sense there is refused.
func (c *Client) SetSetting(ctx context.Context, key string, value any) error {
	raw, err := json.Marshal(value)
	if err != nil {
		return &Error{Code: CodeInvalidParams, Message: fmt.Sprintf("the setting %s cannot be sent as JSON: %v", key, err), Cause: err}
	}
	return do(ctx, c, "settings/set", SettingsSetParams{Key: key, Value: raw})
}

// Ask asks the person before a session in this program's name, through every client that can ask one. Where there is nobody, the
// question's default holds.
func (c *Client) Ask(ctx context.Context, question UiRequestParams) (UiRequestResult, error) {
	return request[UiRequestResult](ctx, c, "ui/request", question)
}

// Notify tells the person before a session something: a [Notice]. "" is the level info.
func (c *Client) Notify(ctx context.Context, sessionID, message string, level UiNotifyParamsLevel) error {
	return do(ctx, c, "ui/notify", UiNotifyParams{SessionID: sessionID, Message: message, Level: level})
}

// Status tells how the server fares.
func (c *Client) Status(ctx context.Context) (ServerStatus, error) {
	return request[ServerStatus](ctx, c, "server/status", nil)
}
