package myelin_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestTheProgramOfTheReadmeRuns(t *testing.T) {
	path, err := filepath.Abs(server)
	if err != nil {
		t.Fatal(err)
	}
	program := exec.Command("go", "run", ".")
	program.Dir = "../../../examples/go-client"
	program.Env = append(os.Environ(), emptyHome(t)...)
	program.Env = append(program.Env, "MYELIN_COMMAND="+path, "GOCACHE="+goCache(t))
	program.Stderr = os.Stderr
	said, err := program.Output()
	const wanted = `I will use lookup.
lookup: failed false
lookup says: myelin: the sheath of a nerve
— stop
I will use bash.
bash: failed true
I could not do that: bash answered “not from Go”
— stop
`
	if string(said) != wanted || err != nil {
		t.Errorf("found %v\n%s", err, said)
	}
}

// goCache is the build cache in use, which must not move with HOME.
func goCache(t *testing.T) string {
	t.Helper()
	path, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	return string(path[:len(path)-1])
}
