package dev.spine.perf.run;

import dev.spine.device.nic.NicModule;
import dev.spine.extension.host.kernel.KernelClient;
import dev.spine.extension.host.kernel.KernelRuntime;
import dev.spine.extension.host.kernel.LanPacketPort;
import dev.spine.extension.runtime.InstanceLimits;
import dev.spine.extension.runtime.RuntimeModule;
import dev.spine.host.lan.LanSettings;
import dev.spine.i2o.param.LanGroups.FilterMask;
import dev.spine.perf.system.ExtensionSpec;
import dev.spine.perf.system.IopDescription;
import dev.spine.perf.system.Placement;
import dev.spine.perf.system.SpineSystem;
import dev.spine.perf.system.SystemFactory.PlacedModule;
import dev.spine.perf.system.SystemDescription;
import org.jspecify.annotations.Nullable;

/**
 * The host's runtime of a system whose file places extensions there. Its packets are those of the network device next to the runtime that
 * names the first of them. One thread, after the boot.
 */
final class KernelPlace {
    private static final int MEMORY_BYTES = 4 << 20;

    private final SpineSystem system;
    private final KernelRuntime runtime;
    private final @Nullable LanPacketPort port;

    private KernelPlace(SpineSystem system, KernelRuntime runtime, @Nullable LanPacketPort port) {
        this.system = system;
        this.runtime = runtime;
        this.port = port;
    }

    /** {@return the host's runtime, or null when the system's file places nothing there} */
    static @Nullable KernelPlace of(SpineSystem system) {
        String iop = firstIop(system.description());
        if (iop == null) {
            return null;
        }
        LanPacketPort port = portOf(system, iop);
        KernelRuntime runtime = system.tasks().call(() -> new KernelRuntime(system.host(), system.driver(), system.hostMemory(),
            MEMORY_BYTES, InstanceLimits.STANDARD, port));
        if (port != null) {
            system.await("the LAN port of " + iop + " for kernel extensions", port.osm()::open);
        }
        serve(system, runtime);
        return new KernelPlace(system, runtime, port);
    }

    /** Extensions of the host are peers of those of all cards. */
    private static void serve(SpineSystem system, KernelRuntime runtime) {
        KernelClient client = new KernelClient(runtime, system.tasks());
        for (String iop : system.iops().keySet()) {
            for (PlacedModule placed : system.devices(iop).values()) {
                if (placed.module() instanceof RuntimeModule) {
                    client.serve(system.driver(iop), placed.tid());
                }
            }
        }
    }

    private static @Nullable String firstIop(SystemDescription description) {
        for (IopDescription iop : description.iops()) {
            for (IopDescription.PlacedDevice device : iop.devices()) {
                if (device.extensions().stream().map(ExtensionSpec::placement).anyMatch(place -> place == Placement.HOST)) {
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
