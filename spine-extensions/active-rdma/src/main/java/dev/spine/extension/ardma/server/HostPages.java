package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.HostRegion;
import dev.spine.extension.api.TransferRequest;
import dev.spine.extension.ardma.ArdmaProtocol;
import org.jspecify.annotations.Nullable;

/** Memory of the host, reached by DMA. */
final class HostPages implements Backing {
    private final ExtensionContext context;
    private final HostRegion region;

    HostPages(ExtensionContext context, HostRegion region) {
        this.context = context;
        this.region = region;
    }

    @Override
    public long length() {
        return region.length();
    }

    @Override
    public boolean isRevoked() {
        return !region.isValid();
    }

    @Override
    public boolean isThere() {
        return true;
    }

    @Override
    public boolean isShared() {
        return true;
    }

    @Override
    public boolean isFlushed() {
        return false;
    }

    @Override
    public boolean bring(long offset, Buffer memory, int place, int bytes, int page) {
        return begins(context.transfer(region, memory), (int) offset, place, bytes, page);
    }

    @Override
    public boolean takeBack(long offset, Buffer memory, int place, int bytes, int page) {
        return begins(context.transfer(memory, region), place, (int) offset, bytes, page);
    }

    private static boolean begins(@Nullable TransferRequest transfer, int from, int to, int bytes, int page) {
        if (transfer == null) {
            return false;
        }
        transfer.copy(from, to, bytes);
        transfer.submit(ArdmaProtocol.TRANSFERRED, page);
        return true;
    }

    @Override
    public boolean flush(int area) {
        return false;
    }
}
