package dev.spine.extension.ardma.server;

import dev.spine.extension.api.Counter;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.Message;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.api.Route;
import dev.spine.extension.api.Store;
import dev.spine.extension.ardma.ArdmaProtocol;
import org.jspecify.annotations.Nullable;

/** Opens areas on disks, as the host orders. A disk is asked once what it is, and again when it was lost. */
final class DiskAreas {
    private static final int DISKS = 8;
    private static final int IOP_SHIFT = 16;
    private static final int TID_SHIFT = 4;
    private static final int MAX_TID = 0xFFF;
    /** A page's number is an int. */
    private static final long MAX_BYTES = (long) Integer.MAX_VALUE * PageCache.PAGE;

    private final ExtensionContext context;
    private final AreaTable areas;
    private final Route host;
    private final Counter malformed;
    private final int[] addresses = new int[DISKS];
    private final @Nullable Store[] stores = new @Nullable Store[DISKS];
    /** The order that waits for a disk to say what it is. */
    private final int[] order = new int[Message.WORDS];
    private boolean isAsking;

    DiskAreas(ExtensionContext context, SlicedWork work, Route host, Counter malformed) {
        this.context = context;
        this.areas = work.areas();
        this.host = host;
        this.malformed = malformed;
        context.onMessage(ArdmaProtocol.OPEN_BLOCKS, this, DiskAreas::onOpen);
        context.onMessage(ArdmaProtocol.STORE, this, DiskAreas::onStore);
    }

    private static long wide(int[] words, int word) {
        return (long) words[word] << Integer.SIZE | words[word + 1] & 0xFFFF_FFFFL;
    }

    private void onOpen(Message message) {
        if (message.way() != Route.Way.HOST) {
            malformed.increment();
            return;
        }
        if (isAsking) {
            answer(message.word(0), ArdmaProtocol.BUSY, null);
            return;
        }
        for (int i = 0; i < order.length; i++) {
            order[i] = message.word(i);
        }
        int place = place(order[1] >>> TID_SHIFT);
        Store known = place < 0 ? null : stores[place];
        if (known != null && known.isValid()) {
            open(known);
            return;
        }
        if (place >= 0) {
            stores[place] = null;
            isAsking = context.requestStore(order[1] >>> IOP_SHIFT, order[1] >>> TID_SHIFT & MAX_TID, ArdmaProtocol.STORE);
        }
        if (!isAsking) {
            answer(order[0], ArdmaProtocol.BUSY, null);
        }
    }

    /** Where a disk is known, or has room to be; -1 when there are too many. */
    private int place(int address) {
        int free = -1;
        for (int i = DISKS - 1; i >= 0; i--) {
            Store store = stores[i];
            boolean isFree = store == null || !store.isValid();
            if (!isFree && addresses[i] == address) {
                return i;
            }
            free = isFree ? i : free;
        }
        return free;
    }

    private void onStore(Message message) {
        if (message.kind() != Message.Kind.STORE || !isAsking) {
            malformed.increment();
            return;
        }
        isAsking = false;
        Store store = message.store();
        if (store == null) {
            answer(order[0], ArdmaProtocol.DEVICE, null);
            return;
        }
        int address = order[1] >>> TID_SHIFT;
        int place = place(address);
        addresses[place] = address;
        stores[place] = store;
        open(store);
    }

    /** Opens the area of the order. */
    private void open(Store store) {
        long bytes = wide(order, 2);
        long first = wide(order, 10);
        int[] name = new int[ArdmaProtocol.NAME_BYTES / Integer.BYTES];
        for (int i = 0; i < name.length; i++) {
            name[i] = order[4 + i];
        }
        int block = store.blockBytes();
        boolean isWhole = block <= PageCache.PAGE && ((bytes | first) & block - 1) == 0;
        int status;
        if (name[0] == 0 || !isWhole || bytes < 1 || bytes > MAX_BYTES) {
            status = ArdmaProtocol.MALFORMED;
        } else if (first < 0 || first > store.capacityBytes() - bytes) {
            status = ArdmaProtocol.OUT_OF_BOUNDS;
        } else if (areas.named(name) == null && areas.hasBlocks(store, first, bytes)) {
            status = ArdmaProtocol.BLOCKS_TAKEN;
        } else {
            status = areas.open(name, new DiskPages(context, store, first, bytes), (order[1] & 1) != 0);
        }
        answer(order[0], status, status == ArdmaProtocol.DONE ? areas.named(name) : null);
    }

    private void answer(int token, int status, @Nullable OpenArea opened) {
        OutgoingMessage answer = context.message(host);
        if (answer != null) {
            answer.word(0, token).word(1, status).word(2, opened == null ? 0 : opened.id()).send();
        }
    }
}
