package dev.spine.device.wire.capture;

import java.io.IOException;
import java.io.Serial;

/**
 * A file is no capture that can be used. Made for people: the message is one line, "FILE, byte OFFSET: REASON; REMEDY", to
 * be printed as it is. Any thread.
 */
public final class CaptureException extends IOException {
    @Serial
    private static final long serialVersionUID = 1L;

    private final String file;
    private final long byteOffset;
    private final String reason;
    private final String remedy;

    CaptureException(String file, long byteOffset, String reason, String remedy) {
        this.file = file;
        this.byteOffset = byteOffset;
        this.reason = reason;
        this.remedy = remedy;
    }

    CaptureException(String file, long byteOffset, String reason, String remedy, IOException cause) {
        this(file, byteOffset, reason, remedy);
        initCause(cause);
    }

    /** The whole line: "FILE, byte OFFSET: REASON; REMEDY". */
    @Override
    public String getMessage() {
        return file + ", byte " + byteOffset + ": " + reason + "; " + remedy;
    }

    /** The file as the caller named it. */
    public String file() {
        return file;
    }

    /** Where in the file, in bytes from its start; in a compressed file, from the start of what it unpacks to. */
    public long byteOffset() {
        return byteOffset;
    }

    /** What is wrong there, without file and place. */
    public String reason() {
        return reason;
    }

    /** What the reader of the message can do about it. */
    public String remedy() {
        return remedy;
    }
}
