package dev.spine.command;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The verbs that serve, or run for long, as a user starts them in a directory; each says by a line when it runs. */
enum ServingVerb {
    RUN("running; "),
    ROUTE("routing; "),
    SERVE_IOP("is served at "),
    DISK("nbd+unix:"),
    PLAY("shown at "),
    PLAY_LIVE("playing "),
    COMPARE(null);

    private final @Nullable String ready;

    ServingVerb(@Nullable String ready) {
        this.ready = ready;
    }

    /** What a line has in it when the verb has started; null when it has no such line, and works from its start on. */
    @Nullable String ready() {
        return ready;
    }

    /**
     * What a user types.
     *
     * @param directory for all files
     * @param space where interfaces are made; null where none can be
     */
    List<Object> command(Path directory, @Nullable String space) throws IOException {
        return switch (this) {
            case RUN -> List.of("run", system(directory, space), "--socket", directory.resolve("control.sock"));
            case ROUTE -> router(space);
            case SERVE_IOP -> List.of("serve-iop", "--socket", directory.resolve("iop.sock"));
            case DISK -> List.of("disk", directory.resolve("disk.img"), "--size", "1M", "--nbd-socket", directory.resolve("disk.sock"));
            case PLAY -> List.of("play", "--input", "bars", "--vnc", 0);
            case PLAY_LIVE -> List.of("play", "--udp", 0, "--png", directory.resolve("screen.png"));
            case COMPARE -> List.of("compare", "--engine", "live", "--html", directory.resolve("report.html"), "--json",
                directory.resolve("report.json"));
        };
    }

    private static List<Object> router(@Nullable String space) {
        List<Object> command = new ArrayList<>(List.of("route", "--metrics", 0));
        if (space != null) {
            command.addAll(List.of("--tap", "wa@" + space, "--tap", "wb@" + space, "--netns", space));
        }
        return command;
    }

    private static Path system(Path directory, @Nullable String space) throws IOException {
        String tap = space == null ? "" : """
            [[export]]
            kind = "host-tap"
            iop = "card"
            device = "lan"
            interface = "spine0"
            netns = "%s"
            """.formatted(space);
        return Files.writeString(directory.resolve("system.toml"), """
            [[wire]]
            kind = "link"
            name = "wire"
            [[iop]]
            name = "card"
            [[iop.device]]
            kind = "lan"
            wire = "wire"
            [[iop.device]]
            kind = "runtime"
            memory = "4M"
            [[iop.device.extension]]
            name = "pictures"
            image = "video"
            [[iop]]
            name = "store"
            [[iop.device]]
            kind = "disk"
            file = "disk.img"
            size = "1M"
            [[export]]
            kind = "nbd"
            socket = "disk.sock"
            """ + tap);
    }

    /** Whether a file may be there when it has ended: contents of disks and results, and nothing that belongs to a process. */
    static boolean mayStay(Path file) {
        String name = String.valueOf(file.getFileName());
        return name.equals("disk.img") || name.equals("system.toml") || name.equals("screen.png") || name.startsWith("report.");
    }

    /** Deletes what may stay, and the directory. */
    static void clear(Path directory) throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(directory);
    }
}
