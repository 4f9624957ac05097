package dev.spine.command.control;

import dev.spine.extension.runtime.load.ExtensionImage;
import java.util.Map;

/**
 * Numbers and names of the protocol of the control socket; docs/running.md describes it. A request is a line with one JSON object, and
 * so is its reply. Any thread.
 */
public final class ControlProtocol {
    /** The version that this program speaks: the value of {@link #VERSION_KEY} in each line. */
    public static final int VERSION = 1;
    /** Names the version. */
    public static final String VERSION_KEY = "spine";
    /** A number of the client's, which comes back in the reply. */
    public static final String ID_KEY = "id";
    /** What is to be done. */
    public static final String REQUEST_KEY = "do";
    /** Whether it was done. */
    public static final String DONE_KEY = "ok";
    /** The word of a {@link Refusal}. */
    public static final String ERROR_KEY = "error";
    /** The refusal for people. */
    public static final String MESSAGE_KEY = "message";

    /** Bytes of a line at most: an image in base 64, and 64 KiB around it. */
    public static final int MAX_LINE = (ExtensionImage.MAX_BYTES + 2) / 3 * 4 + (64 << 10);
    /** Parameters of an extension at most. */
    public static final int MAX_PARAMETERS = 64;
    /** Characters of the name of a parameter at most. */
    public static final int MAX_PARAMETER_NAME = 64;
    /** Characters of a parameter's value at most. */
    public static final int MAX_PARAMETER_VALUE = 1024;
    /** Characters of a name at most. */
    public static final int MAX_NAME = 64;
    /** The largest number of an extension and of a handler. */
    public static final int MAX_NUMBER = 255;
    /** As how many requests one counts that brings code. */
    public static final int WEIGHT_OF_CODE = 20;
    /** Characters of an expression for packets at most. */
    public static final int MAX_FILTER = 4096;
    /** Longest path, characters. */
    public static final int MAX_PATH = 4096;
    /** Packets that a trace follows at most. */
    public static final int MAX_TRACED = 1000;
    /** User words of a small message. */
    public static final int MAX_WORDS = 12;

    /** What some components of a {@link ControlRequest} are called in a line; the others have their own names. */
    static final Map<String, String> KEYS = Map.of("iop", "on", "interfaceName", "interface", "namespace", "netns");

    private ControlProtocol() {}
}
