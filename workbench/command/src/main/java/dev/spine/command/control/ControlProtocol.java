package dev.spine.command.control;

import dev.spine.extension.runtime.load.ExtensionImage;
import java.util.Map;

/**
 * Numbers and names of the protocol of the control socket; docs/control-protocol.md describes it. A request is a line with one JSON
 * object, and so are its reply and each event. Any thread.
 */
public final class ControlProtocol {
    /** The newest version that this program speaks: the value of {@link #VERSION_KEY} in a line. */
    public static final int VERSION = 2;
    /** The version of requests that are as old as the protocol; a system of either version takes them. */
    public static final int FIRST_VERSION = 1;
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
    /** In place of a reply: the kind of an event. */
    public static final String EVENT_KEY = "event";
    /** The kind of event that says how many others the client did not get. */
    public static final String LOST_EVENT = "lost";
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

    /** Events that wait for a client at most. */
    public static final int MAX_EVENTS = 1_024;
    /** Bytes of a message to a program at most; a card's VM may take fewer. */
    public static final int MAX_MESSAGE = 65_536;
    /** Words of a data area in one reply at most. */
    public static final int MAX_READ_WORDS = 4_096;

    /** What some components of a {@link ControlRequest} are called in a line; the others have their own names. */
    static final Map<String, String> KEYS = Map.of("iop", "on", "interfaceName", "interface", "namespace", "netns");

    private ControlProtocol() {}
}
