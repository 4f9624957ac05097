package dev.spine.extension.router.host;

import dev.spine.extension.router.RouterProtocol;
import dev.spine.iop.packet.wire.Address;
import java.nio.ByteBuffer;
import java.util.List;

/** Writes commands as {@link RouterProtocol} has them. */
final class CommandWriter {
    private static final int HEADER = 4;
    private static final int FLOWS_BYTES = 36;

    private CommandWriter() {}

    private static ByteBuffer begin(int code, int bytes) {
        return ByteBuffer.allocate(HEADER + (bytes + 3 & -4)).putInt(code << 24 | bytes);
    }

    static byte[] port(int port, int iopId, int tid, int instance) {
        return begin(RouterProtocol.COMMAND_PORT, 16).putInt(port).putInt(iopId).putInt(tid).putInt(instance).array();
    }

    static byte[] portGone(int port) {
        return begin(RouterProtocol.COMMAND_PORT_GONE, 4).putInt(port).array();
    }

    static byte[] source4(int address) {
        return begin(RouterProtocol.COMMAND_SOURCE, 8).putInt(4).putInt(address).array();
    }

    static byte[] source6(long high, long low) {
        return begin(RouterProtocol.COMMAND_SOURCE, 20).putInt(6).putLong(high).putLong(low).array();
    }

    static byte[] own(long bits) {
        return begin(RouterProtocol.COMMAND_OWN, 8).putLong(bits).array();
    }

    static byte[] nextHop(int number, HopContent content) {
        return begin(RouterProtocol.COMMAND_NEXT_HOP, 24).putInt(number)
            .putInt(content.action() << RouterProtocol.ACTION_SHIFT | content.port() << RouterProtocol.PORT_SHIFT | content.mtu())
            .putLong(content.destination()).putLong(content.source()).array();
    }

    /** The next hop of each bucket, by its number. */
    static byte[] spread(int number, int group, int[] buckets) {
        byte[] command = begin(RouterProtocol.COMMAND_SPREAD, 8 + buckets.length * Short.BYTES).putInt(number).putInt(group).array();
        ByteBuffer rest = ByteBuffer.wrap(command).position(HEADER + 8);
        for (int bucket : buckets) {
            rest.putShort((short) bucket);
        }
        return command;
    }

    static byte[] stages(List<Integer> numbers) {
        byte[] command = begin(RouterProtocol.COMMAND_STAGES, numbers.size() * Integer.BYTES).array();
        ByteBuffer rest = ByteBuffer.wrap(command).position(HEADER);
        numbers.forEach(rest::putInt);
        return command;
    }

    static byte[] intake(IntakeSettings intake) {
        byte[] bytes = begin(RouterProtocol.COMMAND_INTAKE, 4 + intake.toHost().size() * FLOWS_BYTES).array();
        ByteBuffer command = ByteBuffer.wrap(bytes).position(HEADER);
        command.putInt(switch (intake.sources()) {
            case NONE -> RouterProtocol.SOURCES_ANY;
            case STRICT -> RouterProtocol.SOURCES_STRICT;
            case LOOSE -> RouterProtocol.SOURCES_LOOSE;
        });
        for (IntakeSettings.Flows flows : intake.toHost()) {
            command.putInt(flows.from().address().version() << 16 | flows.from().bits() << 8 | flows.to().bits());
            address(command, flows.from().address());
            address(command, flows.to().address());
        }
        return bytes;
    }

    private static void address(ByteBuffer command, Address address) {
        if (address.version() == 4) {
            command.putInt(address.bits4()).putInt(0).putLong(0);
        } else {
            command.putLong(address.high()).putLong(address.low());
        }
    }

    /** {@return whether a command is a part of a table} */
    static boolean isTable(byte[] command) {
        return command[0] == RouterProtocol.COMMAND_TABLE;
    }

    static byte[] table(byte[] part, int bytes) {
        return begin(RouterProtocol.COMMAND_TABLE, bytes).put(part, 0, bytes).array();
    }
}
