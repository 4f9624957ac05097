package dev.spine.command.run;

import dev.spine.extension.ardma.host.ArdmaServer;
import dev.spine.extension.host.ExtensionRefusedException;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.library.HostSide;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.load.LoadOptions;
import dev.spine.host.driver.HostException;
import dev.spine.system.RoutineMode;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import javax.inject.Inject;
import javax.inject.Singleton;
import org.jspecify.annotations.Nullable;

/**
 * The host halves of the servers of Active RDMA that the system's file names: they have routines that run much compiled. A card's messages
 * to a handler of the host go to one listener, so of several servers of a card the first has a host half. Any thread.
 */
@Singleton
final class ServedRoutines {
    /** Forms of a server at a time: two for each of its clients. */
    private static final int FORMS = 16;
    /** Steps after which a routine is worth the tenth of a second that its form takes. */
    private static final long STEPS = 50_000;

    private final SpineSystem system;
    private final Consumer<String> text;
    private final ReentrantLock turn = new ReentrantLock();
    /** By IOP; guarded by the turn. */
    private final Map<String, Half> halves = new LinkedHashMap<>();

    private record Half(int extension, ArdmaServer server) {}

    @Inject
    ServedRoutines(SpineSystem system, Consumer<String> text) {
        this.system = system;
        this.text = text;
    }

    /**
     * A server was loaded.
     *
     * @param iop of the card
     * @param extension its number there
     * @param mode null when it is no server
     */
    void begin(String iop, int extension, @Nullable RoutineMode mode) {
        if (mode == null || mode == RoutineMode.INTERPRETED) {
            return;
        }
        turn.lock();
        try {
            Half before = halves.get(iop);
            if (before != null && before.extension != extension && !before.server.isOver()) {
                text.accept("extension " + extension + " on " + iop + " only interprets routines: of a card's servers the first has them"
                    + " compiled");
                return;
            }
            ArdmaServer server = new ArdmaServer(side(iop), extension);
            server.compile(FORMS, STEPS, mode == RoutineMode.UNCHECKED ? LoadOptions.OF_NODE.unmetered() : LoadOptions.OF_NODE);
            halves.put(iop, new Half(extension, server));
        } catch (HostException | ExtensionRefusedException e) {
            text.accept("extension " + extension + " on " + iop + " only interprets routines: " + e.getMessage());
        } finally {
            turn.unlock();
        }
    }

    private HostSide side(String iop) {
        for (PlacedModule placed : system.devices(iop).values()) {
            if (placed.module() instanceof RuntimeModule) {
                return new HostSide(new RuntimeClient(system.driver(iop), placed.tid(), system.hostMemory(), system.tasks()), system.host(),
                    system.hostMemory(), system.tasks());
            }
        }
        throw new IllegalArgumentException(iop + " has no runtime");
    }

    /** A server ends, or gets other code: its forms go before it. */
    void end(String iop, int extension) {
        turn.lock();
        try {
            Half half = halves.get(iop);
            if (half != null && half.extension == extension) {
                halves.remove(iop);
                end(iop, half);
            }
        } finally {
            turn.unlock();
        }
    }

    private void end(String iop, Half half) {
        try {
            half.server.stopCompiling();
        } catch (HostException | ExtensionRefusedException e) {
            // It has gone, and its forms with it, or are left for the end of the system.
            text.accept("compiled routines of extension " + half.extension + " on " + iop + " were not given up: " + e.getMessage());
        }
    }

    /** Compiles what servers have asked for since, and unloads what they need no more: {@return how many forms were loaded} */
    int compileWanted() {
        turn.lock();
        try {
            int count = 0;
            for (Map.Entry<String, Half> each : List.copyOf(halves.entrySet())) {
                try {
                    count += each.getValue().server.compileWanted();
                } catch (HostException | ExtensionRefusedException e) {
                    halves.remove(each.getKey());
                    text.accept("extension " + each.getValue().extension + " on " + each.getKey() + " has no more routines compiled: "
                        + e.getMessage());
                }
            }
            return count;
        } finally {
            turn.unlock();
        }
    }
}
