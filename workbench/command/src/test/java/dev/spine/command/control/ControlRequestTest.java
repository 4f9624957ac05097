package dev.spine.command.control;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.spine.system.Image;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Requests as lines: what is written is read, and everything else is refused in one line that says why. */
class ControlRequestTest {
    static List<ControlRequest> requests() {
        Image image = new Image(new byte[] {0, 1, -1, 127});
        return List.of(new ControlRequest.Status(), new ControlRequest.Ledger(), new ControlRequest.ListExtensions(),
            new ControlRequest.Load("nic", image, Map.of("port", "5004"), ControlRequest.Lifetime.OF_CONNECTION),
            new ControlRequest.Load(null, image, Map.of(), ControlRequest.Lifetime.UNTIL_UNLOADED),
            new ControlRequest.Inspect(null, 1), new ControlRequest.Unload("nic", 255),
            new ControlRequest.Replace("a", 2, image, Map.of("x", "\"\n\\")), new ControlRequest.Send("b", 3, 255, List.of(0, -1, 7)),
            new ControlRequest.Reload(), new ControlRequest.Stop(), new ControlRequest.RouteStatus(),
            new ControlRequest.RouteLookup("2001:db8::1"), new ControlRequest.RouteDump(0), new ControlRequest.RouteDump(8_000),
            new ControlRequest.RouteTrace("icmp or udp port 53", 1_000), new ControlRequest.RouteTraced(),
            new ControlRequest.RouteAttach("wc", "tap0", "third"), new ControlRequest.RouteAttach("wc", "tap0", null),
            new ControlRequest.RouteDetach("wc"), new ProgramRequest.LoadProgram(List.of("nic", "b"), new Bulk(new byte[] {1, -1}), 40),
            new ProgramRequest.LoadProgram(List.of(), new Bulk(new byte[1]), 0), new ProgramRequest.SwapProgram(List.of("a"), 7,
                new Bulk(new byte[3])), new ProgramRequest.RunProgram(null, 1), new ProgramRequest.StopProgram("nic", 65_535),
            new ProgramRequest.UnloadProgram("nic", 2), new ProgramRequest.SendToProgram(null, 1, 0, new Bulk(new byte[0])),
            new ProgramRequest.ListPrograms(null), new ProgramRequest.ListVariables("nic", 3), new ProgramRequest.ReadProgram(null, 1, 0,
                4_096), new ProgramRequest.WatchPrograms("nic", true, false));
    }

    @ParameterizedTest
    @MethodSource("requests")
    void whatIsWrittenIsRead(ControlRequest request) throws RequestException {
        String line = request.line(42);
        assertEquals(1, line.lines().count());
        assertTrue(line.endsWith("\n"));

        assertEquals(new ControlRequest.Numbered(42, request), ControlRequest.parse(line.strip().getBytes(StandardCharsets.UTF_8)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
        []                                                         | malformed | one JSON object
        {                                                          | malformed | no JSON
        {"spine":1,"do":"status"}{}                                | malformed | nothing comes after
        {"do":"status"}                                            | malformed | "spine"
        {"spine":3,"do":"status"}                                  | version   | versions 1 to 2
        {"spine":0,"do":"status"}                                  | version   | versions 1 to 2
        {"spine":1,"do":"program-list"}                            | version   | version 2
        {"spine":2,"do":"program-list","more":1}                   | malformed | "more" is not known
        {"spine":2,"do":"program-load"}                            | malformed | "file"
        {"spine":2,"do":"program-load","file":"%"}                 | malformed | base 64
        {"spine":2,"do":"program-load","file":""}                  | malformed | at least a byte
        {"spine":2,"do":"program-load","file":"AA==","number":65536} | malformed | 0 to 65535
        {"spine":2,"do":"program-load","file":"AA==","cards":"a"}  | malformed | "cards"
        {"spine":2,"do":"program-run"}                             | malformed | "program"
        {"spine":2,"do":"program-run","program":0}                 | malformed | 1 to 65535
        {"spine":2,"do":"program-send","program":1,"trigger":1}    | malformed | "data"
        {"spine":2,"do":"program-send","program":1,"trigger":-1,"data":""} | malformed | "trigger"
        {"spine":2,"do":"program-read","program":1,"first":0,"count":4097} | malformed | 1 to 4096
        {"spine":2,"do":"program-watch","display":1}               | malformed | true or false
        {"spine":1,"do":"dance"}                                   | malformed | status, counters, ledger, list
        {"spine":1,"do":"status","do":"stop"}                      | malformed | no JSON
        {"spine":1,"do":"status","more":1}                         | malformed | "more" is not known
        {"spine":1,"do":"status","a\\nb":1}                       | malformed | "a b" is not known
        {"spine":1,"do":null}                                      | malformed | a value is
        {"spine":1,"do":"unload"}                                  | malformed | "extension"
        {"spine":1,"do":"unload","extension":0}                    | malformed | 1 to 255
        {"spine":1,"do":"unload","extension":1.5}                  | malformed | a value is
        {"spine":1,"do":"unload","extension":99999999999999999999} | malformed | no JSON
        {"spine":1,"do":"load"}                                    | malformed | "image"
        {"spine":1,"do":"load","image":"%"}                        | malformed | base 64
        {"spine":1,"do":"load","image":"","tied":1}                | malformed | true or false
        {"spine":1,"do":"load","image":"","parameters":{"a":1}}    | malformed | "parameters"
        {"spine":1,"do":"send","extension":1,"handler":1,"words":[1,2,3,4,5,6,7,8,9,10,11,12,13]} | malformed | at most 12
        {"spine":1,"do":"send","extension":1,"handler":1,"words":[4294967296]} | malformed | 32 bits
        {"spine":1,"do":"route-lookup"}                            | malformed | "address"
        {"spine":1,"do":"route-attach","port":"wc"}                | malformed | "interface"
        {"spine":1,"do":"route-detach"}                            | malformed | "port"
        {"spine":1,"do":"route-trace","filter":"ip","packets":1001} | malformed | 1 to 1000
        {"spine":1,"do":"route-dump","from":-1}                    | malformed | 0 to
        {"spine":1,"a":[[[[[[[[[[[[[[[[[[1]]]]]]]]]]]]]]]]]]}      | malformed | no JSON
        """)
    void everythingElseIsRefusedInOneLine(String line, String reason, String words) {
        RequestException refusal = assertThrows(RequestException.class, () -> ControlRequest.parse(line.getBytes(StandardCharsets.UTF_8)));

        assertEquals(reason, refusal.reason().word());
        assertTrue(String.valueOf(refusal.getMessage()).contains(words), refusal::getMessage);
        assertEquals(1, String.valueOf(refusal.getMessage()).lines().count());
    }
}
