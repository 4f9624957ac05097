package dev.spine.device.os.fuse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is mounted where, in this process' namespace. Any thread.
 *
 * <p>Source: proc(5), mountinfo.
 */
final class MountTable {
    private static final Path TABLE = Path.of("/proc/self/mountinfo");
    private static final int DEVICE = 2;
    private static final int PLACE = 4;

    private MountTable() {}

    /** The bytes of a path, one a character, as the table has them. */
    private static String escaped(String path) {
        return new String(path.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1)
            .replace("\\", "\\134").replace(" ", "\\040").replace("\t", "\\011").replace("\n", "\\012");
    }

    /** {@return the numbers of the device that is seen at a directory, of the mount that was made last; empty if none is made there} */
    static Optional<String> deviceAt(Path directory) {
        String place = escaped(directory.toString());
        try {
            // A line may hold carriage returns.
            return Stream.of(Files.readString(TABLE, StandardCharsets.ISO_8859_1).split("\n")).map(line -> line.split(" "))
                .filter(words -> words.length > PLACE && words[PLACE].equals(place)).map(words -> words[DEVICE]).reduce((_, last) -> last);
        } catch (IOException _) {
            // Nobody can tell, as without /proc.
            return Optional.empty();
        }
    }
}
