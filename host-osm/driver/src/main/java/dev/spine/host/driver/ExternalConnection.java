package dev.spine.host.driver;

import dev.spine.i2o.layout.Octets;
import dev.spine.i2o.param.ResultList;
import java.util.ArrayList;
import java.util.List;

/**
 * A row of an IOP's table of external connections, group 0x0104: a TID that stands for an object on another IOP. Immutable; any thread.
 *
 * @param aliasTid the TID on this IOP
 * @param remoteTid the object's TID on the other IOP
 * @param remoteIopId the number of the other IOP
 * @param remoteUnitId the host unit of the other IOP
 * @param createdHere whether this IOP asked for the connection
 */
public record ExternalConnection(int aliasTid, int remoteTid, int remoteIopId, int remoteUnitId, boolean createdHere) {
    private static final int FIRST_ROW = 4;
    private static final int ROW_BYTES = 10;

    /** The rows of a result of TableGet. */
    static List<ExternalConnection> rows(ResultList results) {
        List<ExternalConnection> rows = new ArrayList<>();
        if (!results.blocks().isEmpty()) {
            Octets data = results.blocks().getFirst().data();
            int count = data.size() < FIRST_ROW ? 0 : Math.min(u16(data, 0), (data.size() - FIRST_ROW) / ROW_BYTES);
            for (int i = 0; i < count; i++) {
                int at = FIRST_ROW + i * ROW_BYTES;
                rows.add(new ExternalConnection(u16(data, at), u16(data, at + 2), u16(data, at + 4), u16(data, at + 6),
                    data.at(at + 8) == 1));
            }
        }
        return List.copyOf(rows);
    }

    private static int u16(Octets data, int at) {
        return data.at(at) | data.at(at + 1) << Byte.SIZE;
    }
}
