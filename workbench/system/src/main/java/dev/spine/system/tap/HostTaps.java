package dev.spine.system.tap;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapSettings;
import dev.spine.host.driver.HostException;
import dev.spine.system.ExportSpec;
import dev.spine.system.SpineSystem;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * The network cards of a running system that its file shows to Linux as interfaces. Called from outside the agents, by one thread at a
 * time.
 */
public final class HostTaps implements AutoCloseable {
    private final SpineSystem system;
    private final Deque<HostTap> opened = new ArrayDeque<>();

    /**
     * None yet.
     *
     * @param system on the live engine
     */
    public HostTaps(SpineSystem system) {
        this.system = system;
    }

    /**
     * Makes cards appear; the system is booted. After a failure {@link #close} takes away those that do already.
     *
     * @param exports which
     * @return a line for each
     * @throws dev.spine.system.file.SystemFileException one cannot, with its place in the file
     */
    public List<String> open(List<ExportSpec.HostTap> exports) {
        List<String> lines = new ArrayList<>();
        for (ExportSpec.HostTap export : exports) {
            String name = export.namespace();
            try {
                NetworkNamespace space = name == null ? NetworkNamespace.OWN : NetworkNamespace.of(name);
                opened.push(HostTap.open(system, export.iop(), export.device(), TapSettings.of(export.interfaceName(), space)));
            } catch (SystemCallException | HostException e) {
                throw export.position().wrong("card '" + export.iop() + "' cannot be shown to Linux: " + e.getMessage());
            }
            lines.add("card " + export.iop() + " is the interface " + export.interfaceName() + (name == null ? "" : "@" + name)
                + " of Linux");
        }
        return lines;
    }

    /** Takes all of them away, those included that come after one that cannot be; may be called again. */
    @Override
    public void close() {
        HostException failed = null;
        while (!opened.isEmpty()) {
            try {
                opened.pop().close();
            } catch (SystemCallException | HostException e) {
                HostException last = new HostException("a card's interface was not given back in order: " + e.getMessage());
                if (failed == null) {
                    failed = last;
                } else {
                    failed.addSuppressed(last);
                }
            }
        }
        if (failed != null) {
            throw failed;
        }
    }
}
