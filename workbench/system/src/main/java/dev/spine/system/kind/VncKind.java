package dev.spine.system.kind;

import dev.spine.device.display.monitor.Monitor;
import dev.spine.device.display.monitor.vnc.Sharing;
import dev.spine.device.display.monitor.vnc.VncMonitor;
import dev.spine.device.display.monitor.vnc.VncSettings;
import dev.spine.system.MonitorKind;
import dev.spine.system.MonitorSite;
import dev.spine.system.MonitorSpec;
import dev.spine.system.file.TomlSection;
import java.io.IOException;
import java.net.InetSocketAddress;

/**
 * {@code kind = "vnc"}: shows a display to VNC viewers. Keys: {@code address} (loopback when missing), {@code port}, {@code viewers},
 * {@code frames-per-second}, {@code sharing}, {@code password-file}. Stateless; any thread.
 *
 * <p>Works on both engines: it only looks, and takes part in nothing.
 */
public final class VncKind implements MonitorKind {
    /**
     * The settings of a monitor.
     *
     * @param settings how it serves
     */
    public record Spec(VncSettings settings) implements MonitorSpec {}

    /** Stateless. */
    public VncKind() {}

    @Override
    public MonitorSpec read(TomlSection section) {
        VncSettings standard = VncSettings.STANDARD;
        String host = section.text("address", "127.0.0.1");
        InetSocketAddress address = new InetSocketAddress(host, (int) section.number("port", 0, 65_535, VncSettings.STANDARD_PORT));
        if (address.isUnresolved()) {
            throw section.wrong("address", "is no address of this machine: use 127.0.0.1 or one of its own");
        }
        VncSettings settings = standard.withAddress(address)
            .withViewers((int) section.number("viewers", 1, VncSettings.MAX_VIEWERS, standard.viewers()))
            .withFramesPerSecond((int) section.number("frames-per-second", 1, VncSettings.MAX_FRAMES_PER_SECOND,
                standard.framesPerSecond()))
            .withSharing(section.choice("sharing", Sharing.class, Sharing.ALWAYS));
        if (section.has("password-file")) {
            try {
                settings = settings.withPassword(PasswordFile.read(section.file("password-file")));
            } catch (PasswordFile.UnusableException e) {
                throw section.wrong("password-file", "cannot be used: " + e.getMessage());
            }
        }
        return new Spec(settings);
    }

    @Override
    public Monitor open(MonitorSpec spec, MonitorSite site) {
        VncSettings settings = ((Spec) spec).settings;
        try {
            VncMonitor monitor = new VncMonitor(site.name(), site.surface(), settings);
            monitor.start();
            return monitor;
        } catch (IOException e) {
            throw site.position().wrong(refusal(settings.address(), e));
        }
    }

    /**
     * {@return what to tell a person whose port cannot be had}
     *
     * @param address where the monitor should have listened
     * @param reason what the operating system said
     */
    public static String refusal(InetSocketAddress address, IOException reason) {
        return "VNC port " + address.getPort() + " at " + address.getHostString() + " cannot be opened (" + reason.getMessage()
            + "): choose another address or port";
    }
}
