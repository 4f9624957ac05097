package dev.spine.perf.compare;

import dev.spine.device.wire.capture.Capture;
import dev.spine.device.wire.capture.CaptureException;
import dev.spine.perf.forward.ForwardInput;
import dev.spine.perf.forward.FrameSizes;
import dev.spine.perf.system.kind.CaptureKind;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What can be said of {@code forward} alone. */
final class ForwardOptions {
    private static final int ROUTES = 1000;
    private static final List<FrameSizes> STANDARD = List.of(FrameSizes.of(64), FrameSizes.of(1518));

    @Option(names = "--frames", split = ",", paramLabel = "BYTES", description = "forward: lengths of frames with their checksum, 64 to"
        + " 1518, or imix (7 of 64, 4 of 594, 1 of 1518). Default: 64,1518.")
    private @Nullable List<String> frames;

    /** Made by picocli, which fills the fields. */
    ForwardOptions() {}

    /** An option cannot be used as it was given. The message is one line for people. */
    static final class WrongOptionException extends Exception {
        private static final long serialVersionUID = 1L;

        WrongOptionException(String message) {
            super(message);
        }
    }

    /** Whether anything was said of {@code forward}. */
    boolean isGiven() {
        return frames != null;
    }

    /**
     * What to forward.
     *
     * @param input a capture, by its name or file, or null for packets that are made
     */
    List<ForwardInput> inputs(@Nullable String input) throws WrongOptionException {
        if (input == null) {
            return ForwardInput.made(sizes(STANDARD), ROUTES);
        }
        if (frames != null) {
            throw new WrongOptionException("--frames and --input: packets are made, or taken from a capture; give one of them");
        }
        return List.of(recorded(input));
    }

    private static ForwardInput recorded(String input) throws WrongOptionException {
        try {
            Capture capture = CaptureKind.open(input);
            Path file = Path.of(input).getFileName();
            ForwardInput.Recorded recorded = new ForwardInput.Recorded(capture, file == null ? input : file.toString());
            if (recorded.usable() == 0) {
                throw new WrongOptionException("--input: " + capture + "; none of them is a packet that a router forwards (IPv4 without"
                    + " options, a right header, TTL above 1): use another capture");
            }
            return recorded;
        } catch (CaptureException e) {
            throw new WrongOptionException("--input: " + e.getMessage());
        }
    }

    private List<FrameSizes> sizes(List<FrameSizes> standard) throws WrongOptionException {
        List<String> words = frames;
        if (words == null) {
            return standard;
        }
        List<FrameSizes> sizes = new ArrayList<>();
        for (String word : words) {
            Optional<FrameSizes> size = FrameSizes.parse(word);
            if (size.isEmpty()) {
                throw new WrongOptionException("--frames: '" + word + "' is no length from 64 to 1518, nor imix");
            }
            sizes.add(size.get());
        }
        return sizes;
    }
}
