package dev.spine.command;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.spine.clients.Namespaces;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.opentest4j.TestAbortedException;

/** What a process of a serving verb may leave behind: files in its directory; interfaces and settings in a network namespace. */
final class Leftovers implements AutoCloseable {
    /** Of a machine without network namespaces. */
    static final Leftovers NONE = new Leftovers(null, null);

    private final @Nullable Namespaces spaces;
    private final @Nullable String space;

    private Leftovers(@Nullable Namespaces spaces, @Nullable String space) {
        this.spaces = spaces;
        this.space = space;
    }

    /** Makes a namespace, if this user may. */
    static Leftovers watch(Path directory) throws IOException {
        try {
            Namespaces made = new Namespaces(directory);
            return new Leftovers(made, made.make("ends"));
        } catch (TestAbortedException e) {
            // Without the right to make interfaces none can stay.
            return NONE;
        }
    }

    /** The namespace, null where none can be made. */
    @Nullable String space() {
        return space;
    }

    /** Nothing of a process is left. */
    void assertNone(Path directory, Supplier<String> what) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            assertEquals(List.of(), files.filter(file -> !ServingVerb.mayStay(file)).toList(), what);
        }
        if (spaces != null && space != null) {
            assertEquals(List.of("lo"), spaces.ip(space, "-o link").lines().map(line -> line.split(":")[1].strip()).toList(), what);
            assertEquals("0", spaces.run(space, "cat", "/proc/sys/net/ipv4/ip_forward").succeeded().output().strip(), what);
        }
    }

    @Override
    public void close() {
        if (spaces != null) {
            spaces.close();
        }
    }
}
