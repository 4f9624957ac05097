package dev.spine.command.arf;

import dev.spine.extension.ardma.host.arf.ArfCheck;
import dev.spine.extension.ardma.host.arf.ArfFaultException;
import dev.spine.extension.ardma.host.arf.FileArea;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** {@code spine arf fsck}: checks a file system. The command's thread. */
@Command(
    name = "fsck",
    description = "Brings to its end what a crash has left of a change, and looks for everything that does not fit.",
    mixinStandardHelpOptions = true,
    exitCodeList = {"0:clean", "1:damaged; a line for each finding", "2:the user must change something; one line says what"},
    footer = {
        "  spine arf fsck disk.arf"
    })
public final class CheckCommand extends ArfVerb {
    /** Made by picocli, which fills the fields. */
    public CheckCommand() {}

    @Override
    public Integer call() {
        try {
            return super.call();
        } catch (ParameterException e) {
            if (!(e.getCause() instanceof ArfFaultException)) {
                throw e;
            }
            out().println("a change that a crash has left cannot be brought to its end");
        }
        try {
            check();
        } catch (IOException e) {
            throw wrong(text(e), e);
        }
        out().flush();
        return 1;
    }

    @Override
    int on(FileSystem files) throws IOException {
        files.close();
        return check();
    }

    private int check() throws IOException {
        List<String> found = new ArrayList<>();
        try (FileArea area = FileArea.open(disk())) {
            area.use(() -> found.addAll(ArfCheck.of(area)));
        }
        found.forEach(out()::println);
        out().println(found.isEmpty() ? "clean" : "damaged: copy what is needed by spine arf get, and make a new one");
        return found.isEmpty() ? 0 : 1;
    }
}
