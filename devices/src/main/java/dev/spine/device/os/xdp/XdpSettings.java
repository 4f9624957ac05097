package dev.spine.device.os.xdp;

import dev.spine.device.os.NetworkNamespace;
import dev.spine.device.os.TapSettings;

/**
 * Which interface is to be taken, and how. Any thread.
 *
 * @param name of an interface that is there, 1 to 15 characters
 * @param namespace where it is
 * @param mode where in the kernel its packets are taken
 */
public record XdpSettings(String name, NetworkNamespace namespace, Mode mode) {
    /** Where in the kernel packets are taken. */
    public enum Mode {
        /** In the interface's driver if that can, otherwise in the network stack. */
        AUTO,
        /** In the driver, or not at all. */
        NATIVE,
        /** In the network stack, which every interface has. */
        GENERIC
    }

    /** Checks the name. */
    public XdpSettings {
        String wrong = TapSettings.wrongName(name);
        if (wrong != null) {
            throw new IllegalArgumentException("interface name \"" + name + "\" " + wrong);
        }
    }
}
