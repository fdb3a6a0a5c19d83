package myelin

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// commandVariable names the server where no command was given: a JSON array of a program and its arguments, or the
// path of a program, which is given the argument "rpc"; a script in .js, .cjs or .mjs is run by node instead.
const commandVariable = "MYELIN_COMMAND"

// findCommand is the command of the server: the given one, else that of MYELIN_COMMAND, else `myelin rpc`.
func findCommand(given []string) ([]string, error) {
	if given != nil {
		return given, nil
	}
	if value := strings.TrimSpace(os.Getenv(commandVariable)); value != "" {
		return readCommand(value)
	}
	path, err := exec.LookPath("myelin")
	if err != nil {
		return nil, &Error{
			Code:    CodeSpawnFailed,
			Message: "found no server: no command was given, " + commandVariable + " is not set, and there is no `myelin` on the PATH; install it with npm install --global myelin, or use WithCommand",
			Cause:   err,
		}
	}
	return []string{path, "rpc"}, nil
}

func readCommand(value string) ([]string, error) {
	if strings.HasPrefix(value, "[") {
		var command []string
		if err := json.Unmarshal([]byte(value), &command); err != nil || len(command) == 0 {
			return nil, &Error{
				Code:    CodeSpawnFailed,
				Message: fmt.Sprintf(`%s is %q, expected a JSON array of strings such as ["node", "server.cjs"]`, commandVariable, value),
				Cause:   err,
			}
		}
		return command, nil
	}
	switch filepath.Ext(value) {
	case ".js", ".cjs", ".mjs":
		return []string{"node", value}, nil
	}
	return []string{value, "rpc"}, nil
}
