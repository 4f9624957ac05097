package dev.spine.command.run;

import dev.spine.device.nic.NicModule;
import dev.spine.extension.host.kernel.KernelClient;
import dev.spine.extension.host.kernel.KernelRuntime;
import dev.spine.extension.host.kernel.LanPacketPort;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.extension.runtime.limits.InstanceLimits;
import dev.spine.host.driver.ConfigurationListener;
import dev.spine.host.driver.HostWork;
import dev.spine.host.driver.IopDriver;
import dev.spine.host.lan.LanRecovery;
import dev.spine.host.lan.LanSettings;
import dev.spine.i2o.param.LanGroups.FilterMask;
import dev.spine.system.DevicePlacement;
import dev.spine.system.ExtensionSpec;
import dev.spine.system.IopDescription;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemDescription;
import dev.spine.system.SystemFactory.PlacedModule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The host's runtime of a system whose file places extensions there. Its packets are those of the network device next to the runtime that
 * names the first of them. A card that comes back after a reset is served again, and its port is opened again. One thread, after the boot.
 */
final class KernelEnvironment {
    private static final int MEMORY_BYTES = 4 << 20;

    private final SpineSystem system;
    private final KernelRuntime runtime;
    private final @Nullable LanPacketPort port;

    private KernelEnvironment(SpineSystem system, KernelRuntime runtime, @Nullable LanPacketPort port) {
        this.system = system;
        this.runtime = runtime;
        this.port = port;
    }

    /** {@return the host's runtime, or null when the system's file places nothing there} */
    static @Nullable KernelEnvironment of(SpineSystem system) {
        String iop = firstIop(system.description());
        if (iop == null) {
            return null;
        }
        LanPacketPort port = portOf(system, iop);
        KernelRuntime runtime = system.tasks().call(() -> new KernelRuntime(system.host(), system.driver(), system.hostMemory(),
            MEMORY_BYTES, InstanceLimits.STANDARD, port));
        if (port != null) {
            system.await("the LAN port of " + iop + " for kernel extensions", port.osm()::open);
            system.tasks().run(() -> new LanRecovery(system.driver(), system.driver(iop), port.osm()));
        }
        serve(system, runtime);
        return new KernelEnvironment(system, runtime, port);
    }

    /** Extensions of the host are peers of those of all cards. */
    private static void serve(SpineSystem system, KernelRuntime runtime) {
        List<Card> cards = new ArrayList<>();
        for (String iop : system.iops().keySet()) {
            for (PlacedModule placed : system.devices(iop).values()) {
                if (placed.module() instanceof RuntimeModule) {
                    cards.add(new Card(system.driver(iop), placed.tid()));
                }
            }
        }
        KernelClient client = new KernelClient(runtime, system.tasks());
        cards.forEach(card -> client.serve(card.iop, card.tid));
        system.tasks().run(() -> {
            Returned returned = new Returned(runtime, cards);
            system.driver().addConfigurationListener(returned);
            system.host().register(returned);
        });
    }

    /** A card that has a runtime. */
    private record Card(IopDriver iop, int tid) {}

    /** Serves cards again that were reset and are back, as soon as they have a frame to be told in. On the host's agent. */
    private static final class Returned implements ConfigurationListener, HostWork {
        private final KernelRuntime runtime;
        private final List<Card> cards;
        private final Set<Card> waiting = new LinkedHashSet<>();

        Returned(KernelRuntime runtime, List<Card> cards) {
            this.runtime = runtime;
            this.cards = List.copyOf(cards);
        }

        @Override
        public void onLost(IopDriver iop) {
            waiting.removeIf(card -> card.iop == iop);
        }

        @Override
        public void onOperational(IopDriver iop) {
            cards.stream().filter(card -> card.iop == iop).forEach(waiting::add);
            doWork(waiting.size());
        }

        @Override
        public int doWork(int limit) {
            int before = waiting.size();
            if (before > 0) {
                waiting.removeIf(card -> runtime.serve(card.iop, card.tid));
            }
            return before - waiting.size();
        }
    }

    private static @Nullable String firstIop(SystemDescription description) {
        for (IopDescription iop : description.iops()) {
            for (IopDescription.PlacedDevice device : iop.devices()) {
                if (device.extensions().stream().map(ExtensionSpec::placement).anyMatch(place -> place == DevicePlacement.HOST)) {
                    return iop.name();
                }
            }
        }
        return null;
    }

    private static @Nullable LanPacketPort portOf(SpineSystem system, String iop) {
        for (PlacedModule placed : system.devices(iop).values()) {
            if (placed.module() instanceof NicModule) {
                LanSettings settings = LanSettings.STANDARD.withFilter(FilterMask.PROMISCUOUS);
                return system.tasks().call(() -> new LanPacketPort(system.host(), system.driver(), system.hostMemory(), system.driver(iop),
                    placed.tid(), settings));
            }
        }
        return null;
    }

    KernelRuntime runtime() {
        return runtime;
    }

    /** Gives the port back; its extensions have ended. */
    void close() {
        if (port != null && port.osm().isOpen()) {
            system.await("the LAN port of kernel extensions to close", port.osm()::close);
        }
    }
}
