package dev.spine.perf.ardma;

import java.util.Arrays;
import java.util.List;

/** By which client files are used. Any thread. */
public enum FilePath {
    /** ARF by procedures that the server's host offers. */
    RPC("rpc"),
    /** ARF by code at the client, which reads and writes the disk. */
    DIRECT("direct"),
    /** ARF by code that the client has sent. */
    ACTIVE("active"),
    /** Attributes that are believed for a time, calls for blocks, commit. */
    NFS("nfs"),
    /** Whole files, and callbacks. */
    AFS("afs");

    private final String title;

    FilePath(String title) {
        this.title = title;
    }

    /** {@return its name in records and tables} */
    public String title() {
        return title;
    }

    /** {@return whether its client keeps what it was told} */
    boolean isCaching() {
        return this == NFS || this == AFS;
    }

    /** {@return all names} */
    public static List<String> titles() {
        return Arrays.stream(values()).map(FilePath::title).toList();
    }
}
