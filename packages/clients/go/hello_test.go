package myelin

import (
	"context"
	"testing"
)

func TestAServerIsJudgedByItsVersionWhateverElseItSays(t *testing.T) {
	for answer, wanted := range map[string]string{
		`{"protocolVersion":9,"serverInfo":{"name":"other"},"limits":{}}`: "myelin: this client speaks protocol versions 1 to 1, the server other chose 9; upgrade this client (VERSION_MISMATCH)",
		`{"protocolVersion":0,"serverInfo":7}`:                            "myelin: this client speaks protocol versions 1 to 1, the server chose 0; upgrade the server (VERSION_MISMATCH)",
		`{"protocolVersion":1,"serverInfo":{"name":"x"},"capabilities":{},"limits":{}}`: `myelin: initialize was answered with {"protocolVersion":1,"serverInfo":{"name":"x"},"capabilities":{},"limits":{}}: ` +
			`InitializeResult: member "limits": Limits came without its member "maxFrameBytes"; the other side breaks the protocol (INVALID_ANSWER)`,
		`{"protocolVersion":1,"serverInfo":{"name":"x"},"capabilities":{},"limits":{"maxFrameBytes":0}}`: `myelin: initialize was answered with ` +
			`{"protocolVersion":1,"serverInfo":{"name":"x"},"capabilities":{},"limits":{"maxFrameBytes":0}}: limits.maxFrameBytes is 0, which no message fits (INVALID_ANSWER)`,
		`{"serverInfo":{"name":"x"},"capabilities":{},"limits":{}}`: `myelin: initialize was answered with {"serverInfo":{"name":"x"},"capabilities":{},"limits":{}}: ` +
			`InitializeResult: member "limits": Limits came without its member "maxFrameBytes"; the other side breaks the protocol (INVALID_ANSWER)`,
	} {
		over, server := fakeTransport(t)
		var err error
		server.while(func() { _, err = connect(context.Background(), over, chooseOptions(nil)) }, func() {
			server.answer(server.receive("initialize"), answer)
		})
		if err == nil || err.Error() != wanted {
			t.Errorf("found %v", err)
		}
	}
}
