package dev.spine.perf.ardma;

import java.util.Arrays;
import java.util.List;

/** Where the code of a lookup runs, and whose it is. Any thread. */
public enum LookupPath {
    /** At the server, whose host offers it. */
    RPC("rpc"),
    /** At the client, which reads what it looks at. */
    DIRECT("direct"),
    /** At the server, which has kept it for the client. */
    ACTIVE("active"),
    /** At the server, with which it goes along in each call. */
    ONCE("once");

    private final String title;

    LookupPath(String title) {
        this.title = title;
    }

    /** {@return its name in records and tables} */
    public String title() {
        return title;
    }

    /** {@return all names} */
    public static List<String> titles() {
        return Arrays.stream(values()).map(LookupPath::title).toList();
    }
}
