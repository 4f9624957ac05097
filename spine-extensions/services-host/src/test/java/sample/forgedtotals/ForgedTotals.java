package sample.forgedtotals;

import dev.spine.extension.api.Buffer;
import dev.spine.extension.api.Extension;
import dev.spine.extension.api.ExtensionContext;
import dev.spine.extension.api.OutgoingMessage;
import dev.spine.extension.services.accounting.AccountingProtocol;

/** Answers who asks for totals with as many prefixes as parameter {@code prefixes} says, and the data of one. */
public final class ForgedTotals implements Extension {
    /** Loaded by the runtime. */
    public ForgedTotals() {}

    @Override
    public void start(ExtensionContext context) {
        int prefixes = Integer.parseInt(String.valueOf(context.parameter("prefixes")));
        Buffer one = context.allocate(AccountingProtocol.PREFIX_BYTES);
        if (one == null) {
            throw new IllegalStateException("no memory");
        }
        var host = context.host(AccountingProtocol.RECORDS_HANDLER + AccountingProtocol.TOTALS_OFFSET, 0);
        context.onMessage(AccountingProtocol.ASK, context, (given, message) -> {
            OutgoingMessage out = given.message(host);
            if (out != null) {
                out.word(AccountingProtocol.PREFIXES, prefixes).data(one, 0, one.length()).send();
            }
        });
    }
}
