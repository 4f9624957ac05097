package dev.spine.system.tap;

import dev.spine.device.nic.NicModule;
import dev.spine.device.os.DescriptorWait;
import dev.spine.device.os.SystemCallException;
import dev.spine.device.os.TapDevice;
import dev.spine.device.os.TapSettings;
import dev.spine.host.driver.HostException;
import dev.spine.host.net.HostInterface;
import dev.spine.iop.engine.live.LiveEngine;
import dev.spine.system.SpineSystem;
import dev.spine.system.SystemFactory.PlacedModule;
import org.jspecify.annotations.Nullable;

/**
 * A network card of a running system as a TAP interface of Linux: with the card's hardware address and its MTU, in a namespace of choice,
 * set up. Linux's network stack is then the host's.
 *
 * <p>{@link #open} once the system is booted; {@link #close} before the system. Called from outside the agents, by one thread at a time.
 * Live engine only.
 */
public final class HostTap implements AutoCloseable {
    private static final int HEADER_BYTES = 14;
    private static final int TAG_BYTES = 4;
    private static final int ETHERNET_MTU = 1500;

    private final SpineSystem system;
    private final LiveEngine engine;
    private final HostInterface hostInterface;
    private final TapDevice tap;
    private @Nullable DescriptorWait wait;
    private boolean open = true;

    private HostTap(SpineSystem system, LiveEngine engine, HostInterface hostInterface, TapDevice tap) {
        this.system = system;
        this.engine = engine;
        this.hostInterface = hostInterface;
        this.tap = tap;
    }

    /**
     * Makes a card appear.
     *
     * @param system a system on the live engine, booted
     * @param iop the card's IOP
     * @param device the card's network device
     * @param settings name and namespace of the interface; hardware address and MTU are the card's, unless a smaller MTU is given
     * @return the interface, set up
     * @throws SystemCallException when Linux does not give it; the message is one line
     * @throws HostException when the port has been claimed by somebody else, or does not answer
     * @throws IllegalArgumentException when there is no such network device, or the engine is not the live one
     */
    public static HostTap open(SpineSystem system, String iop, String device, TapSettings settings) {
        if (!(system.engine() instanceof LiveEngine engine)) {
            throw new IllegalArgumentException("a card appears to Linux on the live engine only");
        }
        PlacedModule placed = system.device(iop, device);
        if (!(placed.module() instanceof NicModule nic)) {
            throw new IllegalArgumentException("device '" + device + "' of " + iop + " is no network card");
        }
        int mtu = Math.min(mtuOf(nic.maxPacketBytes()), settings.mtu().orElse(TapSettings.MAX_MTU));
        HostInterface made = system.tasks().call(() -> new HostInterface(system.host(), system.driver(), system.hostMemory(),
            system.driver(iop), placed.tid(), nic.maxPacketBytes()));
        system.await("the network card " + iop + "." + device, made::open);
        TapDevice tap = null;
        try {
            tap = TapDevice.open(settings.withMtu(mtu).withAddress(nic.hardwareAddress()));
        } finally {
            if (tap == null) {
                system.await("the release of " + iop + "." + device, made::close);
            }
        }
        HostTap opened = new HostTap(system, engine, made, tap);
        system.tasks().run(opened::begin);
        return opened;
    }

    /** A frame has room for a header, and for a tag where it is that large. */
    private static int mtuOf(int maxPacketBytes) {
        int untagged = maxPacketBytes - HEADER_BYTES;
        return untagged - TAG_BYTES >= ETHERNET_MTU ? untagged - TAG_BYTES : untagged;
    }

    private void begin() {
        TapFramePort frames = new TapFramePort(tap);
        hostInterface.join(frames);
        DescriptorWait sleeping;
        if (engine.sleepsIn(system.host()) instanceof DescriptorWait present) {
            sleeping = present;
        } else if (engine.sleepsIn(system.host()) == null) {
            sleeping = new DescriptorWait();
            engine.sleepIn(system.host(), sleeping);
        } else {
            // The thread sleeps for somebody else's sockets; it looks here each time that it wakes.
            return;
        }
        frames.heed(sleeping.watch(tap.descriptor(), hostInterface::wantsInput));
        wait = sleeping;
    }

    /** {@return Linux's side} */
    public TapDevice tap() {
        return tap;
    }

    /** {@return what passes, and is lost} */
    public HostInterface hostInterface() {
        return hostInterface;
    }

    /** Gives card and interface back; an interface that was made here is gone then. May be called more than once. */
    @Override
    public void close() {
        if (!open) {
            return;
        }
        open = false;
        try {
            system.tasks().run(() -> {
                DescriptorWait sleeping = wait;
                if (sleeping != null) {
                    sleeping.forget(tap.descriptor());
                }
            });
            system.await("the release of the card behind " + tap.name(), hostInterface::close);
        } finally {
            tap.close();
        }
    }
}
