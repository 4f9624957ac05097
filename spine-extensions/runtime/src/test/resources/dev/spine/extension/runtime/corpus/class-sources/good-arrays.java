package f;

import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.PacketFilter;

public final class Fuzzed implements Extension {
    private final int[] counts = new int[256];
    private final long[][] table = new long[8][16];
    private Object[] held = {};

    @Override
    public void start(ExtensionContext context) {
        context.onMessage(1, this, (self, message) -> {
            byte[] bytes = new byte[message.word(1) & 0xFFFF];
            for (int i = 0; i < bytes.length; i += 3) {
                bytes[i] = (byte) (i ^ i >>> 8);
                self.counts[bytes[i] & 0xFF]++;
            }
            for (long[] row : self.table) {
                row[message.word(0) & 15] += self.counts[3];
            }
            self.held = new Object[] {self.held, bytes.clone(), new char[4][2][1]};
        });
        context.onPacket(PacketFilter.udp(7000), counts, (all, message) -> {
            for (int i = 0; i < all.length; i++) {
                all[i] += message.buffer().u8(i % message.buffer().length());
            }
        });
    }
}
