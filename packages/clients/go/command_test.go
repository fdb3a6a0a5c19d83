package myelin

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestTheCommandIsTheGivenOneElseThatOfTheEnvironment(t *testing.T) {
	for _, row := range []struct {
		given       []string
		environment string
		wanted      []string
	}{
		{[]string{"mine", "now"}, `["theirs"]`, []string{"mine", "now"}},
		{nil, `["node", "server.cjs"]`, []string{"node", "server.cjs"}},
		{nil, "/opt/my server.cjs", []string{"node", "/opt/my server.cjs"}},
		{nil, "/opt/myelin", []string{"/opt/myelin", "rpc"}},
	} {
		t.Setenv("MYELIN_COMMAND", row.environment)
		if found, err := findCommand(row.given); !reflect.DeepEqual(found, row.wanted) || err != nil {
			t.Errorf("%v with %s: found %q, %v", row.given, row.environment, found, err)
		}
	}
}

func TestAMissingServerSaysWhatWasLookedFor(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("MYELIN_COMMAND", "")
	_, err := findCommand(nil)
	for _, hint := range []string{"MYELIN_COMMAND", "PATH", "WithCommand"} {
		if !errors.Is(err, CodeSpawnFailed) || !strings.Contains(err.Error(), hint) {
			t.Errorf("found %v, expected a word about %s", err, hint)
		}
	}
	t.Setenv("MYELIN_COMMAND", `["node"`)
	if _, err := findCommand(nil); !errors.Is(err, CodeSpawnFailed) || !strings.Contains(err.Error(), `["node"`) {
		t.Errorf("found %v", err)
	}
}
