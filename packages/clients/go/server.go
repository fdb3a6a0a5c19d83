package myelin

import "context"

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

// Status tells how the server fares.
func (c *Client) Status(ctx context.Context) (ServerStatus, error) {
	return request[ServerStatus](ctx, c, "server/status", nil)
}
