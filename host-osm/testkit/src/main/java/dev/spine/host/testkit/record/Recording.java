package dev.spine.host.testkit.record;

import dev.spine.i2o.ClassId;
import dev.spine.i2o.layout.Octets;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * An exchange of messages between a host and one IOP. Immutable; any thread.
 *
 * @param iop the IOP's name
 * @param hostFrames request frames that the host had
 * @param frameBytes bytes of a request frame
 * @param devices the classes of the devices that were spoken to, by TID
 * @param events what happened, in order
 */
public record Recording(String iop, int hostFrames, int frameBytes, Map<Integer, ClassId> devices, List<Event> events) {
    /** Copies the collections. */
    public Recording {
        devices = Map.copyOf(new TreeMap<>(devices));
        events = List.copyOf(events);
    }

    /** One thing that happened. */
    public sealed interface Event {
        /** {@return the number of the request that it belongs to, from 1} */
        int request();

        /** {@return when, in nanoseconds of the host's clock} */
        long timeNs();
    }

    /**
     * The host posted a request.
     *
     * @param request its number
     * @param timeNs when
     * @param words the message
     */
    public record Posted(int request, long timeNs, List<Word> words) implements Event {
        /** Copies the words. */
        public Posted {
            words = List.copyOf(words);
        }
    }

    /**
     * One word of a request.
     *
     * @param value its value at the time
     * @param buffer the run of host memory whose bus address it is, or {@link #PLAIN}
     */
    public record Word(int value, int buffer) {
        /** A word that is no address. */
        public static final int PLAIN = -1;
    }

    /**
     * Bytes in host memory that belong to a request: given with it, or written by the IOP.
     *
     * @param direction whose bytes they are
     * @param request the request's number
     * @param timeNs when
     * @param buffer the run of the request, from 0
     * @param offset where in it
     */
    public record Memory(Direction direction, int request, long timeNs, int buffer, int offset, Octets bytes) implements Event {}

    /** Whose bytes in host memory. */
    public enum Direction {
        /** The IOP wrote them into the host's buffer. */
        INTO,
        /** The host gave them to the IOP. */
        FROM
    }

    /**
     * The IOP posted a reply.
     *
     * @param request the request that it answers
     * @param timeNs when the host saw it
     * @param words the message
     */
    public record Replied(int request, long timeNs, List<Integer> words) implements Event {
        /** Copies the words. */
        public Replied {
            words = List.copyOf(words);
        }
    }

    /** {@return the text of the recording, as in the manual of this package} */
    public String text() {
        return RecordingText.write(this);
    }

    /**
     * Writes the recording, and the directories above it if there are none.
     *
     * @param file where to; what is there is replaced
     */
    public void write(Path file) {
        try {
            Path above = file.toAbsolutePath().getParent();
            if (above != null) {
                Files.createDirectories(above);
            }
            // Beside it first: on a disk that is full the recording that was there stays.
            Path begun = file.resolveSibling("." + file.getFileName() + ".part");
            try {
                Files.writeString(begun, text());
                Files.move(begun, file, StandardCopyOption.REPLACE_EXISTING);
            } finally {
                Files.deleteIfExists(begun);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write the recording " + file, e);
        }
    }

    /**
     * Reads a recording.
     *
     * @param text as {@link #text} made it
     * @return the recording
     * @throws RecordingException the text is no recording; the message names the line
     */
    public static Recording parse(String text) {
        return RecordingText.read(text);
    }

    /**
     * Reads a recording from a file.
     *
     * @return the recording
     * @throws RecordingException the file is no recording; the message names the line
     */
    public static Recording read(Path file) {
        try {
            return parse(Files.readString(file));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the recording " + file, e);
        }
    }
}
