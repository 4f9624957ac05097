package dev.spine.command.ardma;

import dev.spine.command.option.JsonOption;
import dev.spine.extension.ardma.host.ListedArea;
import dev.spine.extension.ardma.host.RemoteServer;
import dev.spine.iop.PlainText;
import dev.spine.system.output.JsonText;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code spine ardma areas}: lists what a server has opened. The command's thread. */
@Command(
    name = "areas",
    description = "Lists the areas that a server has opened, in the order of their names: bytes, what is behind them, and whether clients"
        + " may write.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:done", "1:the server did not answer; one line says why", "2:the user must change something; one line says what"},
    footer = {
        "  spine ardma areas 127.0.0.1:7000",
        "  spine ardma areas 127.0.0.1:7000 --json -"
    })
public final class AreasCommand extends ServerVerb {
    @Mixin
    private JsonOption json = new JsonOption();

    /** Made by picocli, which fills the fields. */
    public AreasCommand() {}

    @Override
    public Integer call() {
        json.check();
        return super.call();
    }

    @Override
    int on(RemoteServer server) {
        List<ListedArea> areas = server.areas().stream().sorted(Comparator.comparing(each -> each.area().name())).toList();
        json.write(() -> JsonText.document(areas.stream().map(AreasCommand::entry).toList()),
            () -> areas.stream().map(AreasCommand::line).collect(Collectors.joining()), out());
        return 0;
    }

    private static String kind(ListedArea area) {
        return area.kind().name().toLowerCase(Locale.ROOT);
    }

    private static String line(ListedArea area) {
        return String.format(Locale.ROOT, "%-24s  %,15d  %-4s  %s%n", PlainText.line(area.area().name()), area.area().length(), kind(area),
            area.area().writable() ? "writable" : "read-only");
    }

    private static Map<String, Object> entry(ListedArea area) {
        Map<String, Object> entry = new LinkedHashMap<>();
        entry.put("name", area.area().name());
        entry.put("bytes", area.area().length());
        entry.put("kind", kind(area));
        entry.put("writable", area.area().writable());
        return entry;
    }
}
