package dev.spine.i2o.message.display;

import dev.spine.i2o.MessageFrame;
import dev.spine.i2o.Replies;
import dev.spine.i2o.layout.Field;
import dev.spine.i2o.layout.Layout;
import dev.spine.i2o.message.MessageKind;
import dev.spine.i2o.message.SingleReply;
import java.util.ArrayList;
import java.util.List;

/** What the display's replies have in common: the two statuses in word 4. */
final class DisplayReply {
    private DisplayReply() {
    }

    /** The layout of a reply: the statuses, then the function's own fields. */
    static Layout layout(String name, int sizeBytes, Field... fields) {
        List<Field> all = new ArrayList<>();
        all.addAll(SingleReply.KIND.layout().fields());
        all.addAll(List.of(fields));
        return new Layout(name, sizeBytes, all);
    }

    /** Writes header and statuses; the function's own words follow. */
    static void begin(MessageFrame request, MessageFrame reply, MessageKind<?> kind, int requestStatus, int detailedStatus) {
        Replies.singleWithRoom(request, reply, requestStatus, detailedStatus, kind.minWords() - Replies.SINGLE_WORDS);
    }
}
