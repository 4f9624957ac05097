package dev.spine.system.kind;

import dev.spine.device.nic.NicModule;
import dev.spine.device.nic.NicSettings;
import dev.spine.iop.kernel.DeviceModule;
import dev.spine.system.DeviceKind;
import dev.spine.system.DeviceSite;
import dev.spine.system.DeviceSpec;
import dev.spine.system.file.TomlSection;

/**
 * {@code kind = "lan"}: a network card on a wire. Keys: {@code wire}, {@code address} (twelve hexadecimal digits),
 * {@code send-requests}. Stateless; any thread.
 */
public final class LanKind implements DeviceKind {
    private static final int SEND_REQUESTS = 8;
    /** The address of a card whose file names none: locally administered. */
    public static final long STANDARD_ADDRESS = 0x02_53_50_4E_00_01L;

    /**
     * The settings of a card. It takes every frame of its wire, whatever its address: streams come from captures and senders that do not
     * know it.
     *
     * @param name its name
     * @param wire the wire's name
     * @param hardwareAddress in the low 48 bits
     * @param sendRequests requests to send that it works on at once, 1 to 64
     */
    public record Spec(String name, String wire, long hardwareAddress, int sendRequests) implements DeviceSpec {
        /**
         * A card with the usual number of requests to send.
         *
         * @param name its name
         * @param wire the wire's name
         * @param hardwareAddress in the low 48 bits
         */
        public Spec(String name, String wire, long hardwareAddress) {
            this(name, wire, hardwareAddress, SEND_REQUESTS);
        }
    }

    /** Stateless. */
    public LanKind() {}

    @Override
    public DeviceSpec read(TomlSection section) {
        long address = STANDARD_ADDRESS;
        if (section.has("address")) {
            address = HardwareAddress.read(section, "address");
        }
        return new Spec(section.name("name", "lan"), section.name("wire"), address,
            (int) section.number("send-requests", 1, 64, SEND_REQUESTS));
    }

    @Override
    public DeviceModule create(DeviceSpec spec, DeviceSite site) {
        Spec lan = (Spec) spec;
        return new NicModule(NicSettings.of(lan.name, lan.hardwareAddress).promiscuous().withSendRequests(lan.sendRequests),
            site.port(lan.wire));
    }
}
