package dev.spine.command.run;

import dev.spine.command.control.Refusal;
import dev.spine.command.control.RequestException;
import dev.spine.extension.host.RuntimeClient;
import dev.spine.extension.host.kernel.KernelClient;
import dev.spine.extension.host.kernel.KernelRuntime;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The runtimes of a system, in order, the host's last if it has one. Immutable; any thread. */
final class Cards {
    /** The name of the host's runtime; no IOP can have it. */
    static final String HOST = "host";

    private final List<CardRuntime> runtimes;

    private Cards(List<CardRuntime> runtimes) {
        this.runtimes = List.copyOf(runtimes);
    }

    /**
     * {@return the runtimes of a system that was booted}
     *
     * @param system the system
     * @param host the host's runtime, or null when it has none
     */
    static Cards of(SpineSystem system, @Nullable KernelRuntime host) {
        List<CardRuntime> runtimes = new ArrayList<>();
        for (String iop : system.iops().keySet()) {
            for (PlacedModule placed : system.devices(iop).values()) {
                if (placed.module() instanceof RuntimeModule) {
                    runtimes.add(new CardRuntime(iop,
                        new RuntimeClient(system.driver(iop), placed.tid(), system.hostMemory(), system.tasks())));
                }
            }
        }
        if (host != null) {
            runtimes.add(new CardRuntime(HOST, new KernelClient(host, system.tasks())));
        }
        return new Cards(runtimes);
    }

    /** {@return runtimes in the order of their IOPs} */
    static Cards of(List<CardRuntime> runtimes) {
        return new Cards(runtimes);
    }

    List<CardRuntime> all() {
        return runtimes;
    }

    /**
     * {@return a runtime}
     *
     * @param iop the name of its IOP, or null for the only one there is
     * @throws RequestException when there is none, or more than one
     */
    CardRuntime find(@Nullable String iop) throws RequestException {
        String names = runtimes.stream().map(CardRuntime::iop).collect(Collectors.joining(", "));
        if (runtimes.isEmpty()) {
            throw new RequestException(Refusal.NONE, "this system has no runtime: give an IOP of its file a device of kind \"runtime\"");
        }
        if (iop == null && (runtimes.size() == 1 || runtimes.size() == 2 && runtimes.getLast().iop().equals(HOST))) {
            return runtimes.getFirst();
        }
        if (iop == null) {
            throw new RequestException(Refusal.NONE, "several IOPs have a runtime: say on which, " + names);
        }
        if (HOST.equals(iop) && runtimes.stream().noneMatch(runtime -> runtime.iop().equals(HOST))) {
            throw new RequestException(Refusal.NONE, "the host has no runtime: it gets one at the start of a system whose file has an"
                + " extension with place = \"host\"");
        }
        return runtimes.stream().filter(runtime -> runtime.iop().equals(iop)).findFirst()
            .orElseThrow(() -> new RequestException(Refusal.NONE, "no IOP of that name has a runtime; there are " + names));
    }
}
