package dev.spine.system.graph;

import dagger.Module;
import dagger.Provides;
import dagger.multibindings.IntoMap;
import dagger.multibindings.StringKey;
import dev.spine.system.DeviceKind;
import dev.spine.system.MonitorKind;
import dev.spine.system.WireKind;
import dev.spine.system.kind.CaptureKind;
import dev.spine.system.kind.DiskKind;
import dev.spine.system.kind.DisplayKind;
import dev.spine.system.kind.LanKind;
import dev.spine.system.kind.LinkKind;
import dev.spine.system.kind.PeerKind;
import dev.spine.system.kind.RuntimeKind;
import dev.spine.system.kind.SwitchKind;
import dev.spine.system.kind.TapKind;
import dev.spine.system.kind.UdpKind;
import dev.spine.system.kind.VncKind;
import dev.spine.system.kind.XdpKind;

/** The kinds that come with Spine: a method each. The map's key is the word in a system file. Any thread. */
@Module
public interface SystemModules {
    /** {@return network cards} */
    @Provides @IntoMap @StringKey("lan")
    static DeviceKind lan() {
        return new LanKind();
    }

    /** {@return frame buffers} */
    @Provides @IntoMap @StringKey("display")
    static DeviceKind display() {
        return new DisplayKind();
    }

    /** {@return disks} */
    @Provides @IntoMap @StringKey("disk")
    static DeviceKind disk() {
        return new DiskKind();
    }

    /** {@return SPINE runtimes} */
    @Provides @IntoMap @StringKey("runtime")
    static DeviceKind runtime() {
        return new RuntimeKind();
    }

    /** {@return packet forwarders of the I2O peer path} */
    @Provides @IntoMap @StringKey("forwarder")
    static DeviceKind forwarder() {
        return PeerKind.forwarder();
    }

    /** {@return packet bridges of the I2O peer path} */
    @Provides @IntoMap @StringKey("bridge")
    static DeviceKind bridge() {
        return PeerKind.bridge();
    }

    /** {@return block movers of the I2O peer path} */
    @Provides @IntoMap @StringKey("mover")
    static DeviceKind mover() {
        return PeerKind.mover();
    }

    /** {@return point-to-point links} */
    @Provides @IntoMap @StringKey("link")
    static WireKind link() {
        return new LinkKind();
    }

    /** {@return switches} */
    @Provides @IntoMap @StringKey("switch")
    static WireKind switched() {
        return new SwitchKind();
    }

    /** {@return replays of capture files} */
    @Provides @IntoMap @StringKey("capture")
    static WireKind capture() {
        return new CaptureKind();
    }

    /** {@return UDP sockets of this machine} */
    @Provides @IntoMap @StringKey("udp")
    static WireKind udp() {
        return new UdpKind();
    }

    /** {@return TAP interfaces of this machine} */
    @Provides @IntoMap @StringKey("tap")
    static WireKind tap() {
        return new TapKind();
    }

    /** {@return interfaces of this machine whose packets XDP sockets take} */
    @Provides @IntoMap @StringKey("xdp")
    static WireKind xdp() {
        return new XdpKind();
    }

    /** {@return screens for VNC viewers} */
    @Provides @IntoMap @StringKey("vnc")
    static MonitorKind vnc() {
        return new VncKind();
    }
}
