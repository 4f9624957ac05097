package dev.spine.perf.ardma;

/** What is done with files. */
enum FileOperation {
    /** Files of 64 bytes are made, each durable before the next one. */
    CREATE("create", 8),
    /** 1 MiB is written over a file that is there, and made durable. */
    WRITE("write-1m", 1),
    /** 1 MiB is read from the beginning on. */
    READ("read-1m", 1),
    /** The same once more, by the same client. */
    READ_AGAIN("read-again", 1),
    /** 4 KiB at random places of another file. */
    RANDOM("random-4k", 16),
    /** The size of each file of a directory is asked for. */
    STAT("stat", FilesImage.SMALL_FILES),
    /** The same once more, by the same client. */
    STAT_AGAIN("stat-again", FilesImage.SMALL_FILES),
    /** Another directory, with as many files, is listed. */
    LIST("list", 1);

    private final String title;
    private final int times;

    FileOperation(String title, int times) {
        this.title = title;
        this.times = times;
    }

    /** {@return its name in records and tables} */
    String title() {
        return title;
    }

    /** {@return whether it was done before: to be done by clients that keep what they were told} */
    boolean isRepeated() {
        return this == READ_AGAIN || this == STAT_AGAIN;
    }

    /** {@return how often it is done} */
    int times() {
        return times;
    }
}
