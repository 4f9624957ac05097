package sample;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.TransferRequest;
import org.jspecify.annotations.Nullable;

/** Fills every region that it is granted, again and again, until a transfer is refused. */
public final class Racer implements Extension {
    private static final int BYTES = 4_096;

    private @Nullable Buffer own;
    private @Nullable HostRegion region;

    /** Loaded by the runtime. */
    public Racer() {}

    @Override
    public void start(ExtensionContext context) {
        own = context.allocate(BYTES);
        for (int i = 0; i < BYTES; i += 4) {
            own.put32(i, 0xAAAAAAAA);
        }
        context.onMessage(2, context, (given, message) -> {
            region = message.region();
            fill(given);
        });
        context.onMessage(3, context, (given, message) -> {
            if (message.word(1) == 0) {
                fill(given);
            }
        });
    }

    private void fill(ExtensionContext context) {
        TransferRequest transfer = context.transfer(own, region);
        if (transfer != null) {
            for (int i = 0; i < 16; i++) {
                transfer.copy(i * 256, i * 256, 256);
            }
            transfer.submit(3, 0);
        }
    }
}
