package myelin

// Version is that of this package, which is released in step with the server and the other clients.
const Version = "0.1.0"
